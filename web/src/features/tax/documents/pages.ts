/**
 * Loads the pages of tax documents. The first load names only this small module, because it has no room for
 * the names of their chunks.
 */
export const loadDocumentsPage = async () => (await import('./DocumentsPage')).DocumentsPage;

export const loadVerifyDocumentPage = async () =>
  (await import('./VerifyDocumentPage')).VerifyDocumentPage;
