import { TableHead } from '../../../components/data-table.tsx';
import { holdReasons, softBounces } from '../../../text/admin-campaigns.ts';
import { inHongKong } from '../../../text/hong-kong-time.ts';
import type { Held } from './campaign-queries.ts';

interface Props {
  items: readonly Held[];
  onLift: (held: Held) => void;
}

export const HeldTable = ({ items, onLift }: Props) => (
  <table className="tbl tbl--texts tbl--fold">
    <TableHead titles={['Address', 'Why', 'Since (Hong Kong time)']} acts="What can be done" />
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
