import { holdSubmits } from '#island/hold-submit.ts';

holdSubmits();
