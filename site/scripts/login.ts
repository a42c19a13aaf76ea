import { interceptSubmit } from '#island/intercept-submit.ts';

interceptSubmit();

// On the login page, its link would reload the page, and what is typed would be lost.
for (const link of document.querySelectorAll('a[data-account]'))
  link.addEventListener('click', (event) => event.preventDefault());
