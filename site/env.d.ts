declare module '*?standalone';
