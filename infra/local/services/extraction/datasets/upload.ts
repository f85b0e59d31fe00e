import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext } from '../context.ts';
import { putNewEntity } from '../entities/entity-body.ts';
import { readCompanies, type UploadReport } from './read-csv.ts';

/** Reads the CSV of an upload. @throws RequestRefused 422 when the form has no file. */
export async function readUpload({ settings }: ExtractionContext, form: FormData): Promise<UploadReport> {
  const file = form.getAll('file').find((part) => typeof part !== 'string');
  if (file) return readCompanies(Buffer.from(await file.arrayBuffer()), settings);
  const issue = { loc: ['body', 'file'], msg: 'Field required', type: 'missing' };
  throw new RequestRefused(422, 'The form has no file', { issues: [issue] });
}

/** Stores the companies of an upload. Returns the ids of the new entities. */
export function putCompanies(
  context: ExtractionContext,
  owner: Owner,
  { companies }: UploadReport,
): string[] {
  return companies.map(({ name, domain, description, alternativeNames, keyPersons }) => {
    const company = { domain, description, alternative_names: alternativeNames, key_persons: keyPersons };
    const body = {
      name,
      description,
      entity_type: 'company',
      additional_attributes: { company_attributes: company },
    } as const;
    return putNewEntity(context, owner, body).id;
  });
}

/** What was taken and skipped, as answers show it. */
export function reportView({ companies, total, skipped }: UploadReport) {
  return {
    total_rows: total,
    valid_rows: companies.length,
    skipped_count: skipped.length,
    skipped_rows: skipped,
  };
}
