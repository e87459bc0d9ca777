import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { linkStyle } from './buttons.tsx';

interface DocumentLinkProps
  extends Pick<ComponentProps<'a'>, 'aria-label' | 'children' | 'className' | 'title'> {
  engagementId: string;
  filename: string;
  version?: number | undefined;
  hash?: string;
}

/** A link to a deliverable: to the named version, else to the latest one. */
export function DocumentLink({
  engagementId,
  filename,
  version,
  className = linkStyle,
  ...rest
}: DocumentLinkProps) {
  return (
    <Link
      to="/engagements/$engagementId/deliverables/$filename"
      params={{ engagementId, filename }}
      search={version === undefined ? {} : { version: String(version) }}
      className={className}
      {...rest}
    />
  );
}
