import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';

/** The groups of notices, of which a channel gets one or both. */
export const noticeGroups = ['runs', 'clients'] as const satisfies NoticeGroup[];
