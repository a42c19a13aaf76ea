import { Link } from 'react-router-dom';
import type { Dashboard } from '#contract/statistics';
import { ItemList } from '../../components/data-table.tsx';
import { taskSentence, taskTexts, dashboardMessages as texts } from '../../text/dashboard.ts';

/** What waits for a person, each with the page on which it is done. */
export const OpenTasks = ({ tasks }: Pick<Dashboard, 'tasks'>) => (
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
