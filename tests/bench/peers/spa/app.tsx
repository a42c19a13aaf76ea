import pages from 'pages';
import { createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { loadFonts } from '../../../../site/scripts/load-fonts.ts';
import type { Drawn } from '../spa.ts';

const draw = (drawn: Drawn, key: number): ReactNode =>
  typeof drawn === 'string' ? drawn : createElement(drawn[0], { ...drawn[1], key }, ...drawn[2].map(draw));

loadFonts();
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <BrowserRouter>
    <Routes>
      {Object.entries(pages).map(([path, page]) => (
        <Route key={path} path={path} element={page.map(draw)} />
      ))}
    </Routes>
  </BrowserRouter>,
);
