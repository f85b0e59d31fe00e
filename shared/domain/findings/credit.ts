/** Who publishes the open archive of the world's news, and what its terms ask to be linked beside its findings. */
export const ARCHIVE = { name: 'The GDELT Project', link: 'https://www.gdeltproject.org/' } as const;
