import { holdReasons, softBounces } from '../../text/outbox-messages.ts';
import { inHongKong } from '../hong-kong-time.ts';
import type { Held } from './queries.ts';

interface Props {
  items: readonly Held[];
  onLift: (held: Held) => void;
}

export const HeldTable = ({ items, onLift }: Props) => (
  <table className="tbl tbl--texts tbl--fold">
    <thead>
      <tr>
        <th scope="col">Address</th>
        <th scope="col">Why</th>
        <th scope="col">Since (Hong Kong time)</th>
        <th scope="col">
          <span className="vh">What can be done</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map((held) => (
        <tr key={held.address}>
          <th scope="row" data-l="Address">
            {held.address}
          </th>
          <td data-l="Why">
            <div>
              {whyOf(held)}
              {held.detail && <p className="hint">{held.detail}</p>}
            </div>
          </td>
          <td data-l="Since">
            <time dateTime={held.heldAt}>{inHongKong(held.heldAt)}</time>
          </td>
          <td>
            <button className="link" type="button" onClick={() => onLift(held)}>
              Lift<span className="vh"> the hold on {held.address}</span>
            </button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const whyOf = ({ reason, softBounces: count }: Held): string =>
  count === undefined ? holdReasons[reason] : softBounces(count);
