import { afterEach, expect, inject } from 'vitest';
import { openPerson, type Person, type PersonOptions } from './person.ts';

/** Opens a person at the shared product, or at another one. */
export type OpenPerson = (options?: Partial<PersonOptions>) => Promise<Person>;

/**
 * Gives each person in the tests of a `describe` a fresh profile in this process's browser. Call it
 * first. A test fails if anybody's page has reported an unexpected fault.
 */
export function usePeople(): OpenPerson {
  let people: Person[] = [];
  afterEach(async () => {
    const opened = people;
    people = [];
    const faults = opened.flatMap((person) => person.faults);
    await Promise.all(opened.map((person) => person.close()));
    expect(faults).toEqual([]);
  });
  return async (options = {}) => {
    const person = await openPerson({ baseUrl: inject('webBaseUrl'), ...options });
    people.push(person);
    return person;
  };
}
