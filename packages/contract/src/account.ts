import { endpoint } from './endpoint.ts';

const tag = 'Account';

/** The body is streamed; its parts are listed in the specification, Account: Export. */
export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export',
  name: 'exportAccount',
  summary: 'Download all data of the tenant',
  tag,
  level: 'admin',
  readOnlyKeys: true,
  responses: { 200: 'application/json' },
});
