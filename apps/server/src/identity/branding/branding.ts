import { extname } from 'node:path';
import type { LogoFault } from '@ecp/charts/program/draw-logo';
import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  Branding,
  PageBranding,
  Typeface,
  UpdateBrandingBody,
} from '@ecp/contract/identity/branding';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import { isWideLogo } from '@ecp/contract/values/logo-shape';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { toRefusal } from '../../kernel/limits/refusals.ts';
import {
  contradictsExtension,
  type IncomingFile,
  receiveBytes,
  type UploadedForm,
} from '../../kernel/uploads.ts';

/** Reads the tenant's branding; every part is null until it is set. */
export async function getBranding({ services, tenantId }: RequestContext): Promise<Branding> {
  const [[row]] = await services.database.batchTenant(tenantId, [selectBranding(tenantId)]);
  return toBranding(row);
}

/**
 * Sets what is given of company name, colours, typeface and the footnotes of clients. Null, or a
 * blank name, removes one.
 */
export async function updateBranding(
  context: RequestContext,
  changes: UpdateBrandingBody,
): Promise<Branding> {
  const { tenantId } = context;
  const given = [
    changes.companyName?.trim() || null,
    changes.companyName !== undefined,
    changes.primaryColor?.toLowerCase() ?? null,
    changes.primaryColor !== undefined,
    changes.secondaryColor?.toLowerCase() ?? null,
    changes.secondaryColor !== undefined,
    changes.typeface ?? null,
    changes.typeface !== undefined,
    changes.clientFootnotes ?? 'all',
    changes.clientFootnotes !== undefined,
  ];
  return context.transaction(async (tx) => {
    const { rows } = await tx.query<BrandingRow>({
      name: 'update_branding',
      text: `insert into platform.branding as b (tenant_id, company_name, primary_color, secondary_color, typeface, client_footnotes)
        values ($1, $2, $4, $6, $8, $10)
        on conflict (tenant_id) do update set updated_at = clock_timestamp(),
          company_name = case when $3 then excluded.company_name else b.company_name end,
          primary_color = case when $5 then excluded.primary_color else b.primary_color end,
          secondary_color = case when $7 then excluded.secondary_color else b.secondary_color end,
          typeface = case when $9 then excluded.typeface else b.typeface end,
          client_footnotes = case when $11 then excluded.client_footnotes else b.client_footnotes end
        returning ${brandingColumns}`,
      values: [tenantId, ...given],
    });
    await recordAudit(tx, context, {
      action: 'branding.update',
      resourceType: 'branding',
      resourceId: tenantId,
      metadata: { fields: Object.keys(changes) },
    });
    return toBranding(rows[0]);
  });
}

/** Sets the logo, replacing an earlier one. Errors: those of the upload form and of receiveLogo. */
export async function putLogo(
  context: RequestContext,
  form: UploadedForm<object>,
): Promise<Branding> {
  const { tenantId } = context;
  const { stored: logo } = await form.receive((file) => receiveLogo(context, file));
  return context.transaction(async (tx) => {
    const { rows } = await tx.query<BrandingRow>({
      name: 'put_logo',
      text: `insert into platform.branding (tenant_id, logo, logo_type) values ($1, $2, $3)
        on conflict (tenant_id) do update
          set logo = excluded.logo, logo_type = excluded.logo_type, updated_at = clock_timestamp()
        returning ${brandingColumns}`,
      values: [tenantId, logo.bytes, logo.type],
    });
    await recordAudit(tx, context, {
      action: 'branding.set_logo',
      resourceType: 'branding',
      resourceId: tenantId,
      metadata: { mimeType: logo.type, sizeBytes: logo.bytes.length },
    });
    return toBranding(rows[0]);
  });
}

/** Removes the logo, if there is one. Returns the remaining branding. */
export async function deleteLogo(context: RequestContext): Promise<Branding> {
  const { tenantId } = context;
  return context.transaction(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'delete_logo',
      text: `update platform.branding set logo = null, logo_type = null, updated_at = clock_timestamp()
        where tenant_id = $1 and logo is not null`,
      values: [tenantId],
    });
    if (rowCount > 0) {
      await recordAudit(tx, context, {
        action: 'branding.remove_logo',
        resourceType: 'branding',
        resourceId: tenantId,
      });
    }
    const { rows } = await tx.query(selectBranding(tenantId));
    return toBranding(rows[0]);
  });
}

/** Branding with the logo's bytes, for rendering. */
export interface Brand {
  companyName: string | null;
  /** `#rrggbb`. */
  primaryColor: string | null;
  /** `#rrggbb`. */
  secondaryColor: string | null;
  typeface: Typeface | null;
  /** The logo with its width and height in pixels; a wide one stands in place of the name. */
  logo: {
    bytes: Buffer;
    mimeType: LogoType;
    width: number;
    height: number;
    isWide: boolean;
  } | null;
}

interface BrandRow {
  company_name: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  typeface: Typeface | null;
  logo: Buffer | null;
  logo_type: LogoType | null;
}

/** Reads the primary colour of a tenant's brand; null for none. */
export async function readBrandColor(database: Database, tenantId: string): Promise<string | null> {
  const [[row]] = await database.batchTenant<[Pick<BrandRow, 'primary_color'>]>(tenantId, [
    {
      name: 'select_brand_color',
      text: 'select primary_color from platform.branding where tenant_id = $1',
      values: [tenantId],
    },
  ]);
  return row?.primary_color ?? null;
}

/** Reads a tenant's branding with the bytes of its logo, at most 1 MB. */
export async function readBrand(database: Database, tenantId: string): Promise<Brand> {
  const [[row]] = await database.batchTenant<[BrandRow]>(tenantId, [
    {
      name: 'select_brand',
      text: `select company_name, primary_color, secondary_color, typeface, logo, logo_type
        from platform.branding where tenant_id = $1`,
      values: [tenantId],
    },
  ]);
  return {
    companyName: row?.company_name ?? null,
    primaryColor: row?.primary_color ?? null,
    secondaryColor: row?.secondary_color ?? null,
    typeface: row?.typeface ?? null,
    logo: row?.logo && row.logo_type ? await measureLogo(row.logo, row.logo_type) : null,
  };
}

async function measureLogo(bytes: Buffer, mimeType: LogoType): Promise<Brand['logo']> {
  const { imageSize } = await import('image-size');
  const { width, height } = imageSize(bytes);
  return { bytes, mimeType, width, height, isWide: isWideLogo({ width, height }) };
}

/**
 * Returns a tenant's branding for pages without a session; `tenantName` stands in for a missing
 * company name.
 */
export async function describeBrand(
  database: Database,
  tenantId: string,
  tenantName: string,
): Promise<PageBranding> {
  const { companyName, logo, ...look } = await readBrand(database, tenantId);
  return {
    companyName: companyName ?? tenantName,
    ...look,
    logo: logo && `data:${logo.mimeType};base64,${logo.bytes.toString('base64')}`,
  };
}

export type LogoType = 'image/png' | 'image/jpeg';

/** The parts of a row of platform.branding that the API shows. The logo's bytes are not read. */
interface BrandingRow {
  company_name: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  typeface: Typeface | null;
  client_footnotes: FootnoteChoice;
  /** Changes with the logo. Null without a logo. */
  logo_tag: string | null;
}

const brandingColumns = `company_name, primary_color, secondary_color, typeface, client_footnotes,
  left(encode(sha256(logo), 'hex'), 16) as logo_tag`;

function selectBranding(tenantId: string): Statement<BrandingRow> {
  return {
    name: 'select_branding',
    text: `select ${brandingColumns} from platform.branding where tenant_id = $1`,
    values: [tenantId],
  };
}

function toBranding(row: BrandingRow | undefined): Branding {
  const tag = row?.logo_tag ?? null;
  return {
    companyName: row?.company_name ?? null,
    primaryColor: row?.primary_color ?? null,
    secondaryColor: row?.secondary_color ?? null,
    typeface: row?.typeface ?? null,
    clientFootnotes: row?.client_footnotes ?? 'all',
    // The URL has no host, because the page may be open under another host name than that of
    // BASE_URL.
    logoUrl: tag === null ? null : `/api/account/branding/logo?v=${tag}`,
  };
}

interface LogoFile {
  bytes: Buffer;
  type: LogoType;
}

const maxLogoBytes = 1_048_576;
/** Limits the pixels that image viewers and printers open without trouble. */
const maxLogoPixels = 25_000_000;

/** Tells the person who uploads an SVG file why it is refused. */
const refusalReasons: Record<Exclude<LogoFault, 'malformed'>, string> = {
  entities: 'it declares entities or uses a style sheet outside the file',
  script: 'it holds a script',
  reference: 'it refers to another file',
  size: 'it does not state its width and height, or is larger than 20,000 pixels',
  too_complex: 'it is too complex',
};

const logoTypes: Record<string, LogoType | 'image/svg+xml'> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
};

/**
 * Reads an uploaded logo of its extension's type; a drawing becomes a PNG. Errors:
 * `file_type_unsupported`, `file_too_large`, `file_content_mismatch`, `logo_unsupported`,
 * `service_busy`.
 */
async function receiveLogo(context: RequestContext, file: IncomingFile): Promise<LogoFile> {
  const extension = extname(file.filename).toLowerCase();
  const type = logoTypes[extension];
  if (type === undefined)
    throw new ApiError('file_type_unsupported', { values: { extension: extension || 'none' } });
  const bytes = await receiveBytes(file, maxLogoBytes);
  const mismatch = (cause?: unknown) =>
    new ApiError('file_content_mismatch', { values: { extension }, cause });
  if (bytes.length === 0 || contradictsExtension(bytes, extension)) throw mismatch();
  if (type === 'image/svg+xml')
    return { bytes: await drawLogo(context, bytes, mismatch), type: 'image/png' };
  await checkPixels(bytes, mismatch);
  return { bytes, type };
}

type Mismatch = (cause?: unknown) => ApiError;

/** Draws a logo in the sandbox. One that takes too long or too much memory is too complex. */
async function drawLogo(
  { services, tenantId }: RequestContext,
  svg: Buffer,
  mismatch: Mismatch,
): Promise<Buffer> {
  const outcome = await services.charts.logoToPng(svg, { tenantId }).catch((error: unknown) => {
    throw toRefusal(error, (cause) => unsupported(refusalReasons.too_complex, cause));
  });
  if (outcome === 'malformed') throw mismatch();
  if (typeof outcome === 'string') throw unsupported(refusalReasons[outcome]);
  return outcome;
}

async function checkPixels(bytes: Buffer, mismatch: Mismatch): Promise<void> {
  const { imageSize } = await import('image-size');
  let pixels: number;
  try {
    const { width, height } = imageSize(bytes);
    pixels = width * height;
  } catch (error) {
    throw mismatch(error);
  }
  if (pixels > maxLogoPixels)
    throw new ApiError('file_too_large', { values: { limit: '25 megapixels' } });
}

const unsupported = (reason: string, cause?: unknown) =>
  new ApiError('logo_unsupported', { values: { reason }, cause });
