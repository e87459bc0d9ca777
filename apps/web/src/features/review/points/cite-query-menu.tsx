import { useQuery } from '@tanstack/react-query';
import { Quote } from 'lucide-react';
import { citeQuery, nameQuery } from '../../../domain/data/name-query.ts';
import { queriesQuery } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';

/** The newest ones. Older ones are cited from the data page. */
const offered = 12;

interface CiteQueryMenuProps {
  engagementId: string;
  /** Gets the citation, such as `Query k3x…`. */
  onCite: (citation: string) => void;
}

/** Offers the recorded queries of the engagement to cite in a note. Renders nothing where there is none. */
export function CiteQueryMenu({ engagementId, onCite }: CiteQueryMenuProps) {
  const { data = [] } = useQuery(queriesQuery(engagementId));
  if (data.length === 0) return null;
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <Button size="small" kind="quiet">
          <Quote aria-hidden className="size-3.5" />
          {dataTexts.insert.button}
        </Button>
      }
    >
      {data.slice(0, offered).map((query) => (
        <MenuItem key={query.id} onSelect={() => onCite(citeQuery(query))}>
          <span className="max-w-72 truncate">{nameQuery(query)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
