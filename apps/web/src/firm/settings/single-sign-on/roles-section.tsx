import type { GivenRole, SsoConnection } from '@ecp/contract/identity/sso';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { statusTexts } from '../../../base/texts/common.ts';
import { Button, IconButton } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { controlStyle, FormError } from '../../../base/ui/fields/fields.tsx';
import { Select, SelectField } from '../../../base/ui/fields/select.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { useSaveSso } from './queries.ts';
import { ssoTexts } from './texts.ts';

const texts = ssoTexts.roles;

const roles = () =>
  (['viewer', 'member', 'admin'] as const).map((value) => ({
    value,
    label: statusTexts.role[value],
  }));

interface GroupRow {
  /** Stays the same while the group is typed. */
  id: number;
  group: string;
  role: GivenRole;
}

/** The roles that the groups of a provider give, and the role of everybody else. */
export function RolesSection({ connection }: { connection: SsoConnection }) {
  const save = useSaveSso(connection);
  const [defaultRole, setDefaultRole] = useState(connection.defaultRole);
  const [rows, setRows] = useState<readonly GroupRow[]>(() =>
    connection.groupRoles.map((row, id) => ({ id, ...row })),
  );
  const change = (id: number, changes: Partial<GroupRow>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const add = () =>
    setRows([
      ...rows,
      { id: 1 + Math.max(-1, ...rows.map(({ id }) => id)), group: '', role: 'member' },
    ]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const groupRoles = rows.map(({ group, role }) => ({ group, role }));
    save.mutate({ defaultRole, groupRoles }, { onSuccess: () => showDoneToast(texts.saved) });
  };
  const hasGroups = rows.length > 0;
  return (
    <Section title={texts.title} description={texts.description}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {hasGroups && (
          <div>
            <p aria-hidden className={classNames(rowGrid, 'mb-1.5 font-medium')}>
              <span className="max-sm:col-span-2">{texts.group}</span>
              <span className="max-sm:hidden">{texts.role}</span>
            </p>
            <ul className="flex flex-col gap-2">
              {rows.map(({ id, group, role }, index) => (
                <li key={id} className={rowGrid}>
                  <input
                    aria-label={texts.groupNumber(index + 1)}
                    value={group}
                    required
                    maxLength={256}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={({ currentTarget }) => change(id, { group: currentTarget.value })}
                    className={classNames(controlStyle, 'h-9 max-sm:col-span-2')}
                  />
                  <Select
                    label={texts.roleNumber(index + 1)}
                    options={roles()}
                    value={role}
                    onChange={(value) => change(id, { role: value })}
                    className="h-9"
                  />
                  <IconButton
                    icon={Trash2}
                    label={texts.remove(group)}
                    onClick={() => setRows(rows.filter((row) => row.id !== id))}
                  />
                </li>
              ))}
            </ul>
            <p className="mt-1.5 text-muted text-sm">{texts.groupHint}</p>
          </div>
        )}
        <div>
          <Button icon={Plus} size="small" onClick={add} disabled={rows.length >= mostGroups}>
            {texts.add}
          </Button>
        </div>
        <div className="max-w-sm">
          <SelectField
            label={hasGroups ? texts.default : texts.defaultAlone}
            options={roles()}
            value={defaultRole}
            onChange={setDefaultRole}
            hint={hasGroups ? texts.defaultHint : texts.defaultAloneHint}
          />
        </div>
        <FormError error={save.error} />
        <div>
          <Button type="submit" busy={save.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/**
 * A group, its role and the button that removes it: on a phone the group stands above the other
 * two.
 */
const rowGrid =
  'grid grid-cols-[minmax(0,1fr)_2rem] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_9rem_2rem]';

/** The limit of the service. */
const mostGroups = 500;
