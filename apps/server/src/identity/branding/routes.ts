import { ApiError } from '@ecp/contract/declaring/errors';
import * as endpoints from '@ecp/contract/identity/branding';
import type { FastifyInstance } from 'fastify';
import { attachmentDisposition } from '../../kernel/http/answers.ts';
import { openForm } from '../../kernel/http/bodies.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import type { LogoType } from './branding.ts';
import { deleteLogo, getBranding, putLogo, readBrand, updateBranding } from './branding.ts';

const filenames: Record<LogoType, string> = {
  'image/png': 'logo.png',
  'image/jpeg': 'logo.jpg',
};

export function registerBrandingRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getBranding, (context) => getBranding(context));
  implementEndpoint(app, services, endpoints.updateBranding, (context, { body }) =>
    updateBranding(context, body),
  );
  implementEndpoint(app, services, endpoints.putLogo, (context, { request }) =>
    putLogo(context, openForm(request, endpoints.putLogo.multipart)),
  );
  implementEndpoint(app, services, endpoints.deleteLogo, (context) => deleteLogo(context));
  implementEndpoint(app, services, endpoints.getLogo, async ({ tenantId }, { reply }) => {
    const { logo } = await readBrand(services.database, tenantId);
    if (!logo) throw new ApiError('not_found');
    reply.headers({
      'content-type': logo.mimeType,
      'content-disposition': attachmentDisposition(filenames[logo.mimeType]),
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    });
    return reply.code(200).send(logo.bytes);
  });
}
