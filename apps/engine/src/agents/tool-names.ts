/**
 * The tools of agents. A roster file may allow `search_context` for its agent. The others need no permission:
 * `read_document` reads a task's own material, `calculate` reads nothing, the tools of tables read the engagement's
 * tables, `note_conflict` reports to people. The engagement decides about questions to people and research on the web.
 */
export const toolNames = [
  'search_context',
  'read_document',
  'calculate',
  'describe_tables',
  'query_tables',
  'ask_question',
  'note_conflict',
  'web_search',
  'read_page',
] as const;
export type ToolName = (typeof toolNames)[number];
