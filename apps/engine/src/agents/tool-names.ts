/**
 * The tools of agents. A roster file may allow `search_context` for its agent. The others need no permission:
 * `read_document` reads a task's own material, the tools of tables read the engagement's tables.
 */
export const toolNames = ['search_context', 'read_document', 'describe_tables', 'query_tables'] as const;
export type ToolName = (typeof toolNames)[number];
