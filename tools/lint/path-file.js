/**
 * The file of a path, relative to the contract's folder: `/api/v1/jobs/{job_id}/stop` is in
 * `paths/v1/jobs/job_id/stop.yaml`.
 *
 * @param {string} path
 */
export function pathFile(path) {
  return `paths${path.replace(/^\/api(?=\/)/, '').replaceAll(/[{}]/g, '')}.yaml`;
}
