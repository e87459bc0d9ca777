import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openPerson, type Person, type PersonOptions } from './person.ts';

/** People at the shared product, or at another one. */
export type OpenPerson = (options?: Partial<PersonOptions>) => Promise<Person>;

/**
 * Call it first inside a `describe`: one browser for its tests, a fresh profile for each person. After each test nobody's
 * browser may have told of a fault that was not expected.
 */
export function useBrowser(): OpenPerson {
  let browser: Browser;
  let people: Person[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const opened = people;
    people = [];
    const faults = opened.flatMap((person) => person.faults);
    await Promise.all(opened.map((person) => person.close()));
    expect(faults).toEqual([]);
  });
  return async (options = {}) => {
    const person = await openPerson(browser, { baseUrl: inject('webBaseUrl'), ...options });
    people.push(person);
    return person;
  };
}
