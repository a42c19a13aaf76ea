import { Link } from 'react-router-dom';
import type { Dashboard } from '#contract/statistics';
import { serverNow } from '../../api/server-clock.ts';
import {
  countedText,
  firstCountText,
  taskSentence,
  taskTexts,
  dashboardMessages as texts,
} from '../../text/dashboard.ts';
import { ItemList } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useDashboard } from '../../ui/use-dashboard.ts';
import { MemberChart, PaymentChart, Tiles } from './statistics.tsx';

/** What waits for a person, and members, renewals, payments and emails in numbers. */
export default function DashboardPanel() {
  const query = useDashboard();
  return (
    <Panel title="Dashboard">
      <QueryState query={query} waiting={texts.loading} failed={texts.loadFailed}>
        {({ tasks, statistics, waitingDeliveries }) => (
          <>
            <OpenTasks tasks={tasks} />
            {statistics ? (
              <>
                <h3>{texts.numbers}</h3>
                <Tiles statistics={statistics} waiting={waitingDeliveries} />
                <MemberChart years={statistics.years} />
                <PaymentChart payments={statistics.payments} />
                <details className="disclosure">
                  <summary>{texts.about}</summary>
                  <p>{countedText(statistics.countedAt)}</p>
                  {texts.hints.map((hint) => (
                    <p key={hint}>{hint}</p>
                  ))}
                </details>
              </>
            ) : (
              <>
                <h3>{texts.numbers}</h3>
                <p>{firstCountText(serverNow())}</p>
              </>
            )}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

/** What waits for a person, each with the page on which it is done. */
const OpenTasks = ({ tasks }: Pick<Dashboard, 'tasks'>) => (
  <>
    <h3>{texts.attention}</h3>
    {tasks.length === 0 ? (
      <p>{texts.noTasks}</p>
    ) : (
      <ItemList>
        {tasks.map(({ task, count }) => {
          const { hint, link: [path, label] = [] } = taskTexts[task];
          return (
            <li key={task}>
              <div className="open-task">
                <strong>{taskSentence(task, count)}</strong>
                {hint && <p className="hint">{hint}</p>}
              </div>
              {path && (
                <Link className="btn btn--outline btn--small" to={path}>
                  {label}
                </Link>
              )}
            </li>
          );
        })}
      </ItemList>
    )}
  </>
);
