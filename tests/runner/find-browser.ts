import { findBrowser } from '../support/browser/browser.ts';

findBrowser();
