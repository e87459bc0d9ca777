import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openPerson, type Person, type PersonOptions } from './person.ts';

/** Opens a person at the shared product, or at another one. */
export type OpenPerson = (options?: Partial<PersonOptions>) => Promise<Person>;

/**
 * Starts one browser for the tests of a `describe`, with a fresh profile for each person. Call it first. A test fails if
 * anybody's browser has reported an unexpected fault.
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
