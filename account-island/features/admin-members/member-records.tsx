import type { MemberDetails } from '#contract/desk';
import { formatLongDate } from '#shared/hong-kong';
import { formatMoney } from '#shared/money';
import { TableHead } from '../../components/data-table.tsx';
import { methods, outcomes, deskMessages as texts, types } from '../../text/admin-members.ts';
import { formatDay } from '../../text/dates.ts';
import type { AuditEntryInput } from './member-actions.ts';

interface Props {
  file: MemberDetails;
  onAct: (act: AuditEntryInput) => void;
}

/** Records that count, then those that were taken out, struck. */
export function Terms({ file: { terms, voidedTerms }, onAct }: Props) {
  return (
    <>
      <h3>Terms</h3>
      {terms.length + voidedTerms.length === 0 ? (
        <p className="hint">{texts.noRecords}</p>
      ) : (
        <table className="table table--wrap table--stacked">
          <TableHead titles={['Type', 'Start', 'End', 'Method', 'Receipt']} acts="What can be done" />
          <tbody>
            {terms.map((term) => (
              <tr key={term.reference}>
                <th scope="row" data-label="Type">
                  {types[term.type]}
                </th>
                <td data-label="Start">{formatDay(term.startDate)}</td>
                <td data-label="End">{formatDay(term.endDate)}</td>
                <td data-label="Method">{methods[term.accessMethod]}</td>
                <td data-label="Receipt">{term.receiptNumber || '–'}</td>
                <td>
                  <button
                    className="text-button"
                    type="button"
                    onClick={() => onAct({ kind: 'correct', term })}
                  >
                    Correct
                    <span className="visually-hidden"> the term until {formatLongDate(term.endDate)}</span>
                  </button>{' '}
                  <button className="text-button" type="button" onClick={() => onAct({ kind: 'void', term })}>
                    Void
                    <span className="visually-hidden"> the term until {formatLongDate(term.endDate)}</span>
                  </button>
                </td>
              </tr>
            ))}
            {voidedTerms.map((term) => (
              <tr key={`${term.reference} ${term.voidedAt}`}>
                <th scope="row" data-label="Type">
                  <s>{types[term.type]}</s>
                </th>
                <td data-label="Start">
                  <s>{formatDay(term.startDate)}</s>
                </td>
                <td data-label="End">
                  <s>{formatDay(term.endDate)}</s>
                </td>
                <td data-label="Void" colSpan={3}>
                  Void since {formatDay(term.voidedAt)}, by {term.voidedBy}: {term.reason}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="panel__actions">
        <button
          className="btn btn--outline btn--small"
          type="button"
          onClick={() => onAct({ kind: 'grant' })}
        >
          Grant a term
        </button>
        <button
          className="btn btn--outline btn--small"
          type="button"
          onClick={() => onAct({ kind: 'transfer' })}
        >
          Record a bank transfer
        </button>
      </div>
    </>
  );
}

export const Payments = ({ payments }: Pick<MemberDetails, 'payments'>) =>
  payments.length > 0 && (
    <>
      <h3>Payments</h3>
      <table className="table table--wrap table--stacked">
        <TableHead titles={['Payment', 'Date', 'Amount', 'Outcome']} />
        <tbody>
          {payments.map(({ paymentId, paidAt, currency, amountMinorUnits, outcome }) => (
            <tr key={paymentId}>
              <th scope="row" data-label="Payment">
                {paymentId}
              </th>
              <td data-label="Date">{formatDay(paidAt)}</td>
              <td data-label="Amount">{formatMoney(currency, amountMinorUnits)}</td>
              <td data-label="Outcome">{outcomes[outcome] ?? outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );

export function Conferences({ file: { conferences }, onAct }: Props) {
  return (
    <>
      <h3>Conferences</h3>
      {conferences.length === 0 ? (
        <p className="hint">{texts.noRecords}</p>
      ) : (
        <ul className="item-list">
          {conferences.map(({ id, name, venue, date }) => (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p className="hint">{[venue, date].filter(Boolean).join(', ')}</p>
              </div>
              <button
                className="btn btn--outline btn--small"
                type="button"
                onClick={() => onAct({ kind: 'remove-conference-record', id, name })}
              >
                Remove<span className="visually-hidden"> {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="panel__actions">
        <button
          className="btn btn--outline btn--small"
          type="button"
          onClick={() => onAct({ kind: 'add-conference-record' })}
        >
          Add a conference
        </button>
      </div>
    </>
  );
}
