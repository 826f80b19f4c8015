/**
 * Encoded answers, kept while they are true.
 *
 * <p>Owns what a fetch is answered with: the delta, the pieces of encoded (and compressed) applications that outlive a
 * change, and their joining into one body. Leaves to others: how an instance looks on the wire ({@code wire}), and who may
 * fetch, with which headers ({@code web}). Start reading at {@link dev.buoy.cache.ResponseCache}; the joining begins at
 * {@link dev.buoy.cache.EncodedBlocks}.
 */
package dev.buoy.cache;
