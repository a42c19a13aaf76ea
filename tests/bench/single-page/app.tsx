import { createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { loadFonts } from '../../../site/scripts/load-fonts.ts';
import type { Drawn } from './build.ts';

/** What each path shows: put in by the build. */
declare const PAGES: Record<string, Drawn[]>;

const draw = (drawn: Drawn, key: number): ReactNode =>
  typeof drawn === 'string' ? drawn : createElement(drawn[0], { ...drawn[1], key }, ...drawn[2].map(draw));

loadFonts();
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <BrowserRouter>
    <Routes>
      {Object.entries(PAGES).map(([path, page]) => (
        <Route key={path} path={path} element={page.map(draw)} />
      ))}
    </Routes>
  </BrowserRouter>,
);
