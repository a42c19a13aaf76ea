import { fill, find, openTokenPage } from './token-page.ts';

let token = location.hash.slice(1);
try {
  token = decodeURIComponent(token);
} catch {
  // A link that was cut off in the middle of a character: the server knows no such email.
}

const frame = find<HTMLIFrameElement>('email');
/** Scripts can't run in the frame, but this one may measure it: the email has no scroll bar of its own. */
const fitHeight = () => {
  const height = frame?.contentDocument?.documentElement.scrollHeight ?? 0;
  if (frame && height > 0) frame.style.height = `${height + frame.offsetHeight - frame.clientHeight}px`;
};
frame?.addEventListener('load', () => {
  const page = frame.contentDocument?.body;
  if (page) new ResizeObserver(fitHeight).observe(page);
  fitHeight();
});

openTokenPage('/api/email/view', token, ({ subject, html }: { subject: string; html: string }) => {
  fill('subject', subject);
  fill('result', `Email: ${subject}`);
  document.title = subject;
  if (!frame) return;
  frame.title = subject;
  frame.srcdoc = html;
});
