/** /card: the member's card on a phone. */
export { CardPage as default } from './app/card-page.tsx';
