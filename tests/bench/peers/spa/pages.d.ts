declare module 'pages' {
  /** What each path shows. */
  const pages: Record<string, import('../spa.ts').Drawn[]>;
  export default pages;
}
