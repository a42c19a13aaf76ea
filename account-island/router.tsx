import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { USER_CENTRE } from './session/addresses.ts';
import type { Fees } from './text/user-guide.tsx';
import { Centre } from './user-centre/centre.tsx';
import { GuidePanel } from './user-centre/guide-panel.tsx';
import { NotFoundPanel } from './user-centre/not-found-panel.tsx';

/** The pages of the user centre, in the order of its menu. */
export function Router({ fees }: { fees: Fees }) {
  const pages = [{ path: '/', title: 'User Guide', element: <GuidePanel fees={fees} /> }];
  return (
    <BrowserRouter basename={USER_CENTRE}>
      <Routes>
        <Route element={<Centre items={pages} />}>
          {pages.map(({ path, element }) => (
            <Route key={path} path={path} element={element} />
          ))}
          <Route path="*" element={<NotFoundPanel />} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
