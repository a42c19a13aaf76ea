/** Where journeys that are older than these stories look for it. */
export { replyTo } from './pages.ts';
