import type { Wall } from '@ecp/contract/work/walls';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../../base/api/call-once.ts';
import { api } from '../../../base/api/client.ts';
import { formatTime } from '../../../base/format/format.ts';
import { readSeenAgain } from '../../../base/session/forget-unseen.ts';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog, DialogForm } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { TextAreaField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { Warning } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { joinNames, joinWalls, nameEngagement, namePerson } from './names.tsx';
import type { Firm } from './queries.ts';
import { wallTexts } from './texts.ts';
import { insiderOf, rivalsOf, seenWithout, wallsBetween } from './walls.ts';

interface WallDialogProps {
  firm: Firm;
  wall: Wall;
  onClose: () => void;
}

const downTexts = wallTexts.takeDown;
const toldAtMost = 10;

/** Asks before a wall is taken down, and says what becomes visible to whom. */
export function TakeDownDialog({ firm, wall, onClose }: WallDialogProps) {
  const queryClient = useQueryClient();
  const takeDown = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteWall({ wallId: wall.id }),
    onSuccess() {
      onClose();
      showDoneToast(downTexts.done);
    },
    onSettled: () => readSeenAgain(queryClient),
  });
  const shown = wall.engagementIds.slice(0, toldAtMost);
  const more = wall.engagementIds.length - shown.length;
  const rivals = rivalsOf(firm.walls, wall);
  const { error, isPending } = takeDown;
  const isOutside = isApiError(error, 'wall_outside');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={downTexts.title(wall.name)}
      confirmLabel={downTexts.confirm}
      onConfirm={() => takeDown.mutate()}
      action={{ isPending, error: isOutside ? null : error }}
    >
      {shown.length === 0 ? (
        <p>{downTexts.nothing}</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {shown.map((id) => (
            <li key={id} className="wrap-anywhere">
              {describeView(firm, wall, id)}
            </li>
          ))}
          {more > 0 && <li>{downTexts.more(more)}</li>}
        </ul>
      )}
      {rivals.length > 0 && <p className="mt-2">{downTexts.rivals(joinWalls(rivals))}</p>}
      <p className="mt-2">{downTexts.kept}</p>
      {isOutside && (
        <p role="alert" className="mt-2 text-danger">
          {wallTexts.form.outside}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Says who sees an engagement once a wall is down. */
function describeView(firm: Firm, wall: Wall, id: string): string {
  const { others, userIds } = seenWithout(firm, wall, id);
  const name = nameEngagement(firm, id);
  if (others.length === 0) return downTexts.toAll(name);
  const people = userIds.map((userId) => namePerson(firm, userId));
  return people.length === 0
    ? downTexts.toNobody(name, joinWalls(others))
    : downTexts.toSome(name, joinWalls(others), joinNames(people));
}

const enterTexts = wallTexts.enter;

/** Lets the owner into a wall for one hour, with a reason that its people are told. */
export function EnterDialog({ firm, wall, onClose }: WallDialogProps) {
  const queryClient = useQueryClient();
  const enter = useMutation({
    meta: { showsError: true },
    mutationFn: (reason: string) =>
      callOnce(['enterWall', wall.id, reason], (options) =>
        api.enterWall({ wallId: wall.id, reason }, options),
      ),
    async onSuccess({ until }) {
      await readSeenAgain(queryClient);
      onClose();
      showDoneToast(enterTexts.done(wall.name, formatTime(new Date(until))));
    },
    onError: (error) =>
      isExplained(error) && queryClient.invalidateQueries({ queryKey: ['walls'] }),
  });
  const { error, isPending } = enter;
  const rival = rivalsOf(firm.walls, wall).find((other) => insiderOf(firm, other, firm.ownId));
  const further = new Map(
    wall.engagementIds
      .flatMap((id) => wallsBetween(firm, firm.ownId, id))
      .filter(({ id }) => id !== wall.id)
      .map((other) => [other.id, other]),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={enterTexts.title(wall.name)}
      description={enterTexts.advice}
    >
      <DialogForm
        onSubmit={(event) => {
          const { reason } = readForm(event, 'reason');
          if (!rival) enter.mutate(reason.trim());
        }}
        onCancel={onClose}
        submitLabel={enterTexts.confirm}
        action={{ isPending, error: isExplained(error) ? null : error }}
      >
        {further.size > 0 && (
          <Warning>{enterTexts.further(joinWalls([...further.values()]))}</Warning>
        )}
        <TextAreaField
          label={enterTexts.reason}
          name="reason"
          required
          rows={3}
          maxLength={1_000}
          hint={enterTexts.reasonHint}
          error={describeRefusal(rival, error)}
        />
      </DialogForm>
    </Dialog>
  );
}

const isExplained = (error: unknown) => isApiError(error, 'wall_conflict', 'not_found');

/** Says why the owner cannot enter, from the lists even before the service refuses it. */
function describeRefusal(rival: Wall | undefined, error: unknown): string | undefined {
  if (isApiError(error, 'not_found')) return enterTexts.missing;
  if (rival) return enterTexts.conflict(rival.name);
  return isApiError(error, 'wall_conflict') ? enterTexts.conflictUnknown : undefined;
}
