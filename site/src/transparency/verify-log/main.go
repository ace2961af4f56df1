// Verifies the transparency log of a registry with the packages of Go's checksum database, without any code of Plimsoll.
//
// verify-log LOG KEY PROOFS [OLD]: LOG is the folder of the log and KEY its verifier key. PROOFS is a folder with files
// NAME.leaf and NAME.tlog-proof. OLD is an older checkpoint.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	if len(os.Args) < 4 {
		fail(fmt.Errorf("usage: verify-log LOG KEY PROOFS [OLD]"))
	}
	verifier, err := note.NewVerifier(os.Args[2])
	fail(err)
	tree := openCheckpoint(read(filepath.Join(os.Args[1], "checkpoint")), verifier)
	// This reader compares every tile with the root before it uses a hash of it.
	reader := tlog.TileHashReader(tree, tiles{os.Args[1]})
	for index, entry := range entries(os.Args[1], tree.N) {
		proof, err := tlog.ProveRecord(tree.N, int64(index), reader)
		fail(err)
		fail(tlog.CheckRecord(proof, tree.N, tree.Hash, int64(index), tlog.RecordHash(entry)))
	}
	proofs, err := filepath.Glob(filepath.Join(os.Args[3], "*.tlog-proof"))
	fail(err)
	for _, file := range proofs {
		leaf := read(strings.TrimSuffix(file, ".tlog-proof") + ".leaf")
		checkProof(string(read(file)), leaf, verifier)
	}
	fmt.Printf("%d leaves, %d proofs", tree.N, len(proofs))
	if len(os.Args) > 4 {
		old := openCheckpoint(read(os.Args[4]), verifier)
		// Every tree continues the one without leaves. Go has no proof for it.
		if old.N > 0 {
			proof, err := tlog.ProveTree(tree.N, old.N, reader)
			fail(err)
			fail(tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash))
		}
		fmt.Printf(", consistent with %d leaves", old.N)
	}
	fmt.Println()
}

func openCheckpoint(message []byte, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open(message, note.VerifierList(verifier))
	fail(err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		fail(fmt.Errorf("not a checkpoint of %s: %q", verifier.Name(), opened.Text))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	fail(err)
	root, err := tlog.ParseHash(lines[2])
	fail(err)
	return tlog.Tree{N: size, Hash: root}
}

func checkProof(text string, leaf []byte, verifier note.Verifier) {
	head, checkpoint, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		fail(fmt.Errorf("not a proof: %q", text))
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	fail(err)
	var proof tlog.RecordProof
	for _, line := range lines[2:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		fail(err)
		proof = append(proof, tlog.Hash(hash))
	}
	tree := openCheckpoint([]byte(checkpoint), verifier)
	fail(tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(leaf)))
}

// entries reads all entry bundles of a tree.
func entries(log string, size int64) [][]byte {
	var all [][]byte
	for index := int64(0); index*256 < size; index++ {
		width := min(256, size-index*256)
		tile := tlog.Tile{H: 8, L: 0, N: index, W: int(width)}
		name := strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1)
		for bundle := read(filepath.Join(log, name)); len(bundle) > 0; {
			length := int(binary.BigEndian.Uint16(bundle))
			all = append(all, bytes.Clone(bundle[2:2+length]))
			bundle = bundle[2+length:]
		}
	}
	if int64(len(all)) != size {
		fail(fmt.Errorf("%d entries, expected %d", len(all), size))
	}
	return all
}

// tiles reads the tiles of a log. Go's paths also name the height of tiles, which is always 8 in C2SP tlog-tiles.
type tiles struct{ log string }

func (tiles) Height() int { return 8 }

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(wanted))
	for at, tile := range wanted {
		bytes, err := os.ReadFile(filepath.Join(t.log, strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
		if err != nil {
			return nil, err
		}
		data[at] = bytes
	}
	return data, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func read(file string) []byte {
	bytes, err := os.ReadFile(file)
	fail(err)
	return bytes
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
