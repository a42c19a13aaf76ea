import { interceptSubmit } from '#island/intercept-submit.ts';

interceptSubmit();

// The page's own link would load it again, without what is typed.
for (const link of document.querySelectorAll('a[data-account]'))
  link.addEventListener('click', (event) => event.preventDefault());
