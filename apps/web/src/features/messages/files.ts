import type { MessageFile } from '@/api/types';

/** What may go along, as a file dialog takes it. The server has the last word. */
export const accepted =
  '.pdf,.jpg,.jpeg,.png,.gif,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.csv,.ics';

/** A file as it is sent. */
export const encoded = (file: File): Promise<MessageFile> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve({ name: file.name, content: url.slice(url.indexOf(',') + 1) });
    };
    reader.onerror = () => reject(reader.error ?? new Error('not readable'));
    reader.readAsDataURL(file);
  });
