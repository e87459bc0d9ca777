import type { Branding } from '@ecp/contract/identity/branding';
import { useEffect, useState } from 'react';
import { parseHex } from '../../../theme/color-contrast.ts';
import { BrandingForm } from './branding-form.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { LogoSection } from './logo-section.tsx';

/** Edits name and colour beside the actual PDF, which is rendered again shortly after typing pauses. */
export function BrandingEditor({ branding }: { branding: Branding }) {
  const [companyName, setCompanyName] = useState(branding.companyName ?? '');
  const [color, setColor] = useState(branding.primaryColor ?? '');
  // An incomplete colour is not previewed.
  const [lastColor, setLastColor] = useState(color);
  const changeColor = (next: string) => {
    setColor(next);
    if (next === '' || parseHex(next)) setLastColor(next);
  };
  const tried = useDebounced(`${companyName.trim()}\n${lastColor}`);
  const [triedName = '', triedColor = ''] = tried.split('\n');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col gap-6">
        <BrandingForm
          branding={branding}
          companyName={companyName}
          color={color}
          onCompanyName={setCompanyName}
          onColor={changeColor}
        />
        <LogoSection logoUrl={branding.logoUrl} />
      </div>
      <BrandingPreview companyName={triedName} primaryColor={triedColor} logoUrl={branding.logoUrl} />
    </div>
  );
}

const pauseMs = 350;

/** Returns a value after it has been stable for a moment, to avoid a request for every key. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
