/** Who publishes the open archive of the world's news, and what its terms ask to be linked beside its findings. */
export const ARCHIVE = { name: 'The GDELT Project', link: 'https://www.gdeltproject.org/' } as const;

/** The same as a sentence without a full stop. */
export const ARCHIVE_CREDIT = `Found with ${ARCHIVE.name}: ${ARCHIVE.link}`;
