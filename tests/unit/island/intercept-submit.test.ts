import { beforeEach, expect, it, vi } from 'vitest';
import { interceptSubmit, releaseSubmit } from '../../../account-island/intercept-submit.ts';
import { stubBrowser } from './browser.ts';

/** A served login form, with the parts that the interception needs. */
class ServedForm extends EventTarget {
  readonly attributes = new Set(['data-intercept']);
  readonly button = { attributes: new Set<string>() };
  readonly page = { attributes: new Set<string>() };
  hasAttribute = (name: string) => this.attributes.has(name);
  setAttribute = (name: string) => this.attributes.add(name);
  removeAttribute = (name: string) => this.attributes.delete(name);
  querySelector = () => ({ removeAttribute: (name: string) => this.button.attributes.delete(name) });
  closest = () => ({ setAttribute: (name: string) => this.page.attributes.add(name) });

  submit() {
    const submitter = { setAttribute: (name: string) => this.button.attributes.add(name) };
    const event = Object.assign(new Event('submit', { cancelable: true }), { submitter });
    this.dispatchEvent(event);
    return event;
  }
}

const serve = (search = '') => {
  const form = new ServedForm();
  vi.stubGlobal('document', { querySelector: () => form });
  vi.stubGlobal('location', { search });
  interceptSubmit();
  return form;
};
const takeOverServed = (form: ServedForm) => releaseSubmit(form as unknown as HTMLFormElement);

beforeEach(() => {
  stubBrowser();
});

it('a submission before hydration waits for the island, once', () => {
  const form = serve();
  expect(form.submit().defaultPrevented).toBe(true);
  expect(form.button.attributes).toContain('aria-busy');
  expect(takeOverServed(form)).toBe(true);
  expect([...form.attributes, ...form.button.attributes]).toEqual([]);
  expect(takeOverServed(form)).toBe(false);
});
