/**
 * The built-in model, which stands in while no other is connected. It counts and quotes, and judges
 * nothing.
 */
export const offlineModelId = 'local/extractive';
