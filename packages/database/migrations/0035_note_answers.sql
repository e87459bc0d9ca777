-- How a version answers the reviewers' notes is data of the version: [{note, outcome, section, text}]. Earlier versions tell it
-- only in their section of answers, one line for each note, which is read here once:
-- 1. <note> — **Met:** <answer>
alter table platform.deliverables add column note_answers json not null default '[]';

-- Row-level security is forced on the owner too, who would see no row.
alter table platform.deliverables no force row level security;

update platform.deliverables version
set note_answers = answered.answers
from (
  select id, json_agg(json_build_object(
      'note', regexp_replace(parts[1], '\\([\\`*[\]<>|_~&#])', '\1', 'g'),
      'outcome', case parts[2] when 'Met' then 'met' when 'Partly met' then 'partly' else 'not_met' end,
      'section', null,
      'text', case when parts[3] = 'the agent gave no answer to this note.' then ''
        else regexp_replace(parts[3], '\\([\\`*[\]<>|_~&#])', '\1', 'g') end
    ) order by number) as answers
  from platform.deliverables
  -- The section ends at the next heading, or where the footnotes begin.
  cross join lateral regexp_split_to_table(
    regexp_replace(split_part(content, E'\n## Answers to the reviewer\n', 2), E'\n(#{1,6} |\\[\\^).*', ''), E'\n'
  ) with ordinality line (text, number)
  cross join lateral regexp_match(line.text, '^\d+\. (.*) — \*\*(Met|Partly met|Not met):\*\* (.*)$') found (parts)
  where content like E'%\n## Answers to the reviewer\n%' and parts is not null
  group by id
) answered
where answered.id = version.id;

alter table platform.deliverables force row level security;
