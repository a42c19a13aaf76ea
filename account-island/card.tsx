import { CardPage } from './app/card-page.tsx';

/** /card: the member's card on a phone. */
export default function Card() {
  return <CardPage />;
}
