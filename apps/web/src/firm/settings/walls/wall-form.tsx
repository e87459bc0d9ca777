import type { CreateWallBody, Wall } from '@ecp/contract/work/walls';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callOnce } from '../../../base/api/call-once.ts';
import { api } from '../../../base/api/client.ts';
import { engagementSearchQuery } from '../../../base/api/engagement-queries.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { nameOf, teamQuery } from '../../../base/api/firm-queries.ts';
import { formatTime } from '../../../base/format/format.ts';
import { sentences } from '../../../base/format/words.ts';
import { forgetDrafts, readSeenAgain } from '../../../base/session/forget-unseen.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { TextField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { Warning } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { type Choice, ListPicker } from './list-picker.tsx';
import { joinNames, joinWalls, nameEngagement, namePerson } from './names.tsx';
import type { Firm } from './queries.ts';
import { wallTexts } from './texts.ts';
import { findConflicts, insiderOf } from './walls.ts';

const texts = wallTexts.form;

interface WallDialogProps {
  firm: Firm;
  /** The wall to change; a new one without. */
  wall?: Wall;
  onClose: () => void;
}

/** Puts up a wall or changes one. */
export function WallDialog({ firm, wall, onClose }: WallDialogProps) {
  const queryClient = useQueryClient();
  const save = useMutation({
    meta: { showsError: true },
    mutationFn: (body: CreateWallBody) =>
      wall
        ? api.updateWall({ wallId: wall.id, ...body })
        : callOnce(['createWall', body], (options) => api.createWall(body, options)),
    async onSuccess({ engagementIds, memberIds }) {
      if (!memberIds.includes(firm.ownId) && !(wall && insiderOf(firm, wall, firm.ownId)?.until)) {
        forgetDrafts(engagementIds);
      }
      await readSeenAgain(queryClient);
      onClose();
      showDoneToast(wall ? texts.saved : texts.created);
    },
    // These lists may be older than the change for which the service has refused.
    onError: (error) => isExplained(error) && readSeenAgain(queryClient),
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={wall ? texts.editTitle(wall.name) : texts.createTitle}
    >
      <WallForm firm={firm} wall={wall} save={save} onClose={onClose} />
    </Dialog>
  );
}

const isExplained = (error: unknown) =>
  isApiError(error, 'wall_conflict', 'wall_outside', 'not_found');

interface WallFormProps {
  firm: Firm;
  wall: Wall | undefined;
  save: { mutate: (body: CreateWallBody) => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

function WallForm({ firm, wall, save, onClose }: WallFormProps) {
  const { error, isPending } = save;
  const { data: team = [] } = useQuery(teamQuery);
  const [engagements, setEngagements] = useState<Choice[]>(() =>
    (wall?.engagementIds ?? []).map((id) => ({ id, name: nameEngagement(firm, id) })),
  );
  const [memberIds, setMemberIds] = useState<readonly string[]>(wall?.memberIds ?? []);
  const [excludes, setExcludes] = useState<readonly string[]>(wall?.excludes ?? []);
  const people = team.map(
    (one): Choice => ({ id: one.id, name: nameOf(one), note: statusTexts.role[one.role] }),
  );
  const others = firm.walls.filter(({ id }) => id !== wall?.id);
  const pick = (choices: readonly Choice[], ids: readonly string[]) =>
    choices.filter(({ id }) => ids.includes(id));
  const draft = { id: wall?.id ?? '', memberIds: [...memberIds], excludes: [...excludes] };
  const conflict = describeConflict(firm, draft, error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { name } = readForm(event, 'name');
    if (findConflicts(firm, draft).length > 0) return;
    save.mutate({
      name: name.trim(),
      engagementIds: engagements.map(({ id }) => id),
      // The lists no longer name people and engagements that are gone.
      memberIds: pick(people, memberIds).map(({ id }) => id),
      excludes: pick(others, excludes).map(({ id }) => id),
    });
  };
  const namedBy = wall ? others.filter((other) => other.excludes.includes(wall.id)) : [];
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={wall ? texts.submitEdit : texts.submitCreate}
      action={{ isPending, error: isExplained(error) ? null : error }}
    >
      <TextField
        label={texts.name}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={wall?.name ?? ''}
        hint={texts.nameHint}
        error={isApiError(error, 'wall_outside') ? texts.outside : fieldError(error, 'name')}
      />
      <EngagementsPicker
        chosen={engagements}
        onChange={setEngagements}
        error={isApiError(error, 'not_found') ? texts.missing : undefined}
      />
      <ListPicker
        label={texts.members}
        hint={texts.membersHint}
        choices={people}
        chosen={pick(people, memberIds)}
        onChange={(next) => setMemberIds(next.map(({ id }) => id))}
        error={conflict}
      />
      {others.length > 0 && (
        <ListPicker
          label={texts.excludes}
          hint={sentences([
            texts.excludesHint,
            namedBy.length > 0 && texts.alsoExcluded(joinWalls(namedBy)),
          ])}
          choices={others}
          chosen={pick(others, excludes)}
          onChange={(next) => setExcludes(next.map(({ id }) => id))}
        />
      )}
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        <Consequences firm={firm} wall={wall} engagements={engagements} memberIds={memberIds} />
      </div>
    </DialogForm>
  );
}

/** Names who would be inside two walls that exclude one another. */
function describeConflict(
  firm: Firm,
  draft: Parameters<typeof findConflicts>[1],
  error: unknown,
): string | undefined {
  const conflicts = Map.groupBy(findConflicts(firm, draft), ({ rival }) => rival.name);
  if (conflicts.size > 0) {
    return sentences(
      [...conflicts].map(([wall, people]) =>
        texts.conflict(wall, joinNames(people.map(({ userId }) => namePerson(firm, userId)))),
      ),
    );
  }
  return isApiError(error, 'wall_conflict') ? texts.conflictUnknown : undefined;
}

interface EngagementsPickerProps {
  chosen: readonly Choice[];
  onChange: (chosen: Choice[]) => void;
  error: string | undefined;
}

/** Picks engagements by part of their name or client. The service does the search. */
function EngagementsPicker({ chosen, onChange, error }: EngagementsPickerProps) {
  const [q, setQ] = useState('');
  const { data: found = [] } = useQuery(engagementSearchQuery(q));
  return (
    <ListPicker
      label={texts.engagements}
      hint={texts.engagementsHint}
      choices={found.map(({ id, name, client }) => ({ id, name, note: client }))}
      chosen={chosen}
      onChange={onChange}
      onSearch={setQ}
      error={error}
    />
  );
}

interface ConsequencesProps {
  firm: Firm;
  wall: Wall | undefined;
  engagements: readonly Choice[];
  memberIds: readonly string[];
}

/** Says before saving what the reader loses from sight, and what comes out from behind the wall. */
function Consequences({ firm, wall, engagements, memberIds }: ConsequencesProps) {
  const until = wall && insiderOf(firm, wall, firm.ownId)?.until;
  const isOut = !memberIds.includes(firm.ownId);
  const seen = engagements.filter(
    ({ id }) => firm.engagements.has(id) || !wall?.engagementIds.includes(id),
  );
  const names = joinNames(seen.map(({ name }) => name));
  const freed = (wall?.engagementIds ?? []).filter((id) =>
    engagements.every((one) => one.id !== id),
  );
  return (
    <>
      {isOut && seen.length > 0 && (
        <Warning>
          {until ? texts.blindUntil(formatTime(new Date(until)), names) : texts.blind(names)}
        </Warning>
      )}
      {engagements.length > 0 && memberIds.length === 0 && <Warning>{texts.empty}</Warning>}
      {freed.length > 0 && (
        <Warning>{texts.freed(joinNames(freed.map((id) => nameEngagement(firm, id))))}</Warning>
      )}
    </>
  );
}
