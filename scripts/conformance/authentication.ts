import { statementsOf, testsIn } from './statement.ts';
import * as file from './test-files.ts';

const matrix = file.access('every caller at every endpoint');

/** Who is who and may do what. */
export const authentication = statementsOf('authentication', 'Authentication', [
  {
    key: 'rule-1',
    part: 'rule 1',
    says: 'A session is taken everywhere, and only a session where the row says so.',
    tests: matrix,
  },
  {
    key: 'rule-2',
    part: 'rule 2',
    says: 'A key is sent as a bearer token and found by its hash; a revoked one fails.',
    tests: [
      ...file.apiKeys('a key names itself at /api/me', 'revocation works at once, stays in the list'),
      ...file.access('every endpoint that asks for credentials refuses bad ones'),
    ],
  },
  {
    key: 'rule-3',
    part: 'rule 3',
    says: 'A read-only key reads; a read-write key writes too.',
    tests: [...file.apiKeys('a read-only key reads and does not write'), ...matrix],
  },
  {
    key: 'rule-4',
    part: 'rule 4',
    says: 'A key of one engagement is refused elsewhere with 403.',
    tests: [...file.apiKeys('a scoped key reaches its engagement only'), ...matrix],
  },
  {
    key: 'rule-5',
    part: 'rule 5',
    says: 'Writing takes the role of member or a read-write key; a read-only key is refused by name.',
    tests: [...matrix, ...file.review('what is wrong with the request is said in order')],
  },
  {
    key: 'rule-6-viewer',
    part: 'rule 6',
    says: 'Viewers may see analytics and print.',
    tests: matrix,
  },
  {
    key: 'rule-6-account',
    part: 'rule 6',
    says: 'Exporting an account takes an admin or any key, deleting it an admin or a read-write key.',
    tests: [...file.exportAccount('is open to a key of either scope'), ...matrix],
  },
  {
    key: 'rule-7',
    part: 'rule 7',
    says: 'Each role may do what the lower ones may; team is for admins, running for members, billing for owners.',
    tests: matrix,
  },
  {
    key: 'rule-8',
    part: 'rule 8',
    says: 'Creating, starting and rerunning need an active subscription.',
    tests: [
      ...file.engagements('without an active subscription nothing is created'),
      ...file.checkOrder('the subscription before existence, existence before state'),
    ],
  },
  {
    key: 'rule-9',
    part: 'rule 9',
    says: 'Client links are of one engagement, stored hashed, may expire and be revoked.',
    tests: testsIn('apps/platform/src/reach/portal/portal.test.ts')(
      'the token is shown once, and only its hash is stored',
      'revocation works at once, and lastUsedAt',
      'a link that expires while it is used',
      'one engagement and one tenant only',
    ),
  },
  {
    key: 'rule-9-abilities',
    part: 'rule 9',
    says: 'Clients read, comment, approve and reject as far as their link allows.',
    tests: testsIn('apps/platform/src/reach/portal/portal.test.ts')(
      'latest versions, titles, branding with the logo',
      'reach the team, the webhooks and the audit log',
      '%s counts like a member’s, under the client’s name',
      'without %s that is 403, and the rest works',
    ),
  },
  {
    key: 'rule-10',
    part: 'rule 10',
    says: 'People sign in and out, by password or mailed link, and reset their password.',
    tests: [
      ...testsIn('apps/platform/src/identity/auth/sign-in.test.ts')('begins another session', 'ends at sign-out'),
      ...testsIn('apps/platform/src/identity/auth/mailed-links.test.ts')(
        'signs in once, verifies the address',
        'sets the password once',
      ),
    ],
  },
  {
    key: 'rule-11',
    part: 'rule 11',
    says: 'Every response, errors and streams included, has the six security headers.',
    tests: [...file.answers('every kind of answer'), ...file.streamRun('streams numbered events as they come')],
  },
]);
