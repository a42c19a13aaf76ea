import { holdSubmits } from '#island/intercept-submit.ts';

holdSubmits();
