/** Moves the focus from the button that removes a list item to the next item's button, the one before, or `otherwise`. */
export function focusNeighbour(button: HTMLElement, otherwise: HTMLElement | null): void {
  const item = button.closest('li');
  const neighbours = [item?.nextElementSibling, item?.previousElementSibling];
  const [next = otherwise] = neighbours.flatMap((each) => each?.querySelector('button') ?? []);
  next?.focus({ preventScroll: true });
}
