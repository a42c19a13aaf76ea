import { interceptSubmit } from '#island/intercept-submit.ts';

interceptSubmit();
