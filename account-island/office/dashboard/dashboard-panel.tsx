import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#contract/statistics';
import { getDashboard } from '#contract/statistics';
import { request } from '../../api/client.ts';
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
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { MailStatistics, MemberStatistics, PaymentStatistics, RenewalStatistics } from './statistics.tsx';

/** What waits for a person, and members, renewals, payments and emails in numbers. */
export default function DashboardPanel() {
  const query = useQuery({
    queryKey: [...ADMIN_DATA, 'dashboard'],
    queryFn: async () => (await request(getDashboard)).data,
  });
  return (
    <Panel title="Dashboard">
      <QueryState query={query} waiting={texts.loading} failed={texts.loadFailed}>
        {({ tasks, statistics, waitingDeliveries }) => (
          <>
            <OpenTasks tasks={tasks} />
            {statistics ? (
              <>
                <p className="hint">{countedText(statistics.countedAt)}</p>
                <MemberStatistics years={statistics.years} />
                <RenewalStatistics seasons={statistics.seasons} />
                <PaymentStatistics payments={statistics.payments} />
                <MailStatistics mail={statistics.mail} waiting={waitingDeliveries} />
              </>
            ) : (
              <>
                <h3>{texts.numbers}</h3>
                <p>{firstCountText(serverNow())}</p>
                <ItemList>
                  {texts.numbersToCome.map((each) => (
                    <li key={each}>{each}</li>
                  ))}
                </ItemList>
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
