// There is no validator badge, because it would send the description to another site.
globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  domNode: document.getElementById('docs'),
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
