import { ApiError } from '@ecp/contract/declaring/errors';
import { describe, expect, test } from 'vitest';
import { findByFilter, matches, readFilter, takeMemberFilter } from './filters.ts';

const ada = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  id: 'u1',
  externalId: 'Ext-1',
  userName: 'ada@firm.example',
  name: { familyName: 'King', givenName: 'Ada' },
  displayName: 'Ada "the first" King',
  active: true,
  emails: [{ value: 'ada@firm.example', type: 'work', primary: true }],
  groups: [{ value: 'g1', display: 'Partners' }],
  meta: {
    resourceType: 'User',
    created: '2026-01-02T03:04:05.000Z',
    lastModified: '2026-02-02T03:04:05.000Z',
  },
};
/** As the directory sees an owner: without any name, and switched on. */
const olga = {
  id: 'u2',
  userName: 'olga@firm.example',
  active: true,
  emails: [{ value: 'olga@firm.example' }],
};
const off = {
  id: 'u3',
  userName: 'zoe@other.example',
  displayName: '',
  active: false,
  emails: [],
  groups: [],
};
const people = [ada, olga, off];

const found = async (filter: string) =>
  (await findByFilter(people, readFilter(filter))).map(({ id }) => id);

describe('a filter finds', () => {
  // DIR-21
  test.each<[string, string[]]>([
    ['userName Eq "ADA@firm.example"', ['u1']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "o"', ['u2']],
    ['name.familyName co "KIN"', ['u1']],
    ['name.familyName eq "King"', ['u1']],
    ['displayName pr', ['u1']],
    ['title pr', []],
    ['not (title pr)', ['u1', 'u2', 'u3']],
    ['title pr and userName co "a"', []],
    ['title pr or userName ew "other.example"', ['u3']],
    ['userName sw "a" or userName sw "o" and active eq false', ['u1']],
    ['(userName sw "a" or userName sw "o") and active eq true', ['u1', 'u2']],
    ['not (active eq true)', ['u3']],
    ['active eq "False"', ['u3']],
    ['active ne true', ['u3']],
    ['emails co "firm.example"', ['u1', 'u2']],
    ['emails eq "olga@firm.example"', ['u2']],
    ['emails.value ew "firm.example"', ['u1', 'u2']],
    ['emails.type eq "work"', ['u1']],
    ['emails[type eq "work" and value co "@firm.example"]', ['u1']],
    ['emails[type eq "work"].value eq "ada@firm.example"', ['u1']],
    ['emails[type eq "work"].value pr', ['u1']],
    ['emails[not (type eq "work")]', ['u2']],
    ['emails[type eq "home"] or emails[primary eq true]', ['u1']],
    ['groups.display eq "partners"', ['u1']],
    ['groups eq "g1"', ['u1']],
    ['name eq "King"', []],
    ['name pr', ['u1']],
    ['name.familyName ne "King"', []],
    ['userName ne "ada@firm.example"', ['u2', 'u3']],
    ['name.familyName eq null', ['u2', 'u3']],
    ['externalId eq "ext-1"', []],
    ['externalId eq "Ext-1"', ['u1']],
    ['displayName eq "Ada \\"the first\\" King"', ['u1']],
    ['displayName co "\\u0022the"', ['u1']],
    ['displayName co "(and) [or]"', []],
    ['meta.lastModified gt "2026-01-31T00:00:00Z"', ['u1']],
    ['meta.lastModified ge "2026-02-02T04:04:05+01:00"', ['u1']],
    ['meta.created lt "2026-01-02T03:04:05Z"', []],
    ['meta.created le "2026-01-02T03:04:05Z"', ['u1']],
    ['userName gt "olga"', ['u2', 'u3']],
    ['userName eq 5', []],
    ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "x"', []],
    ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"', ['u1']],
  ])('%s', async (filter, ids) => {
    expect(await found(filter)).toEqual(ids);
  });

  // DIR-21
  test('the member that Azure asks for, beside what else it asks', () => {
    const { memberId, rest } = takeMemberFilter(readFilter('id eq "g" and members eq "u1"'));
    expect([memberId, rest && matches(rest, { id: 'g' })]).toEqual(['u1', true]);
    expect(takeMemberFilter(readFilter('members[value eq "u1"]'))).toEqual({
      memberId: 'u1',
      rest: null,
    });
    const either = 'displayName eq "a" or id eq "g" and members eq "u1"';
    expect(takeMemberFilter(readFilter(either)).memberId).toBeNull();
  });
});

describe('a filter is refused in a sentence', () => {
  // DIR-21
  test.each([
    ['', 'The filter ends where the name of an attribute should stand'],
    ['userName', 'The filter ends where an operator after username should stand'],
    ['userName eq', 'A value is missing after eq: a text stands in quotes'],
    ['userName eq ada', 'A value is missing after eq: a text stands in quotes'],
    ['userName is "ada"', '“is” is no operator: pr, eq, ne, co, sw, ew, gt, ge, lt, le are'],
    ['userName eq "ada', 'The filter cannot be read from “"ada” on'],
    [
      'userName eq "o\\x"',
      '"o\\x" is no value: quotes and backslashes in a text stand after a backslash',
    ],
    [
      'userName eq "a" userName eq "b"',
      'The filter does not go on with “userName”: “and” or “or” is missing before it',
    ],
    ['userName eq "a" and', 'The filter ends where the name of an attribute should stand'],
    ['(userName pr', 'A closing parenthesis is missing'],
    ['emails[type eq "work"', 'A closing bracket is missing'],
    ['userName co 5', 'co needs a text in quotes'],
    ['active gt true', 'gt needs a text, a time or a number'],
    ['x'.repeat(1_001), 'must not have more than 1000 characters'],
  ])('%s', (filter, message) => {
    const refused = () => readFilter(filter);
    expect(refused).toThrow(ApiError);
    try {
      refused();
    } catch (error) {
      expect((error as ApiError).details?.[0]?.message).toBe(message);
      expect((error as ApiError).values).toEqual({ scimType: 'invalidFilter' });
    }
  });

  // DIR-21
  test.each(['active lt "true"', 'meta.created gt "yesterday"'])(
    'also when its value does not fit: %s',
    async (filter) => {
      await expect(found(filter)).rejects.toThrow(ApiError);
    },
  );
});
