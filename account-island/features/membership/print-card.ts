/** Prints the card alone; the style sheet knows the mark on the root element. */
export function printCard(): void {
  const { dataset } = document.documentElement;
  dataset['print'] = 'proof';
  addEventListener('afterprint', () => delete dataset['print'], { once: true });
  print();
}
