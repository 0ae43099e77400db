;; What takes longest of a reading, in WebAssembly with its registers of sixteen bytes: simd.js says what each gives,
;; and calls it. Addresses and lengths are in bytes; numbers are 32 bits long.
;;
;; To compile it: npx wat2wasm simd.wat -o simd.wasm (a test compares both).
(module
  (memory (export "memory") 1)

  ;; A layer's convolution, eight outputs of four places at once. The input lies with the zeros around it that the
  ;; layer wants, so nothing is beyond an edge. Of each group of eight outputs, the weights lie in the order in which
  ;; they are multiplied.
  (func (export "convolve")
    (param $input i32) (param $weights i32) (param $biases i32) (param $output i32)
    (param $width i32) (param $places i32)   ;; of the output: places of a row, and all
    (param $right i32) (param $down i32)     ;; in the input, from a place to the next one in its row, and in its column
    (param $rows i32) (param $row i32)       ;; of the kernel, and from one to the next
    (param $columns i32) (param $column i32) ;; parts of a row that lie apart, and from one to the next
    (param $run i32)                         ;; how long such a part is
    (param $depth i32)                       ;; of the output: from a place to the next
    (param $least f32)                       ;; what is below is made that
    (local $group i32) (local $start i32) (local $place i32) (local $at i32)
    (local $r i32) (local $c i32) (local $end i32) (local $weight i32)
    (local $a i32) (local $b i32) (local $d i32) (local $e i32)
    (local $value v128) (local $one v128) (local $other v128) (local $floor v128)
    (local $a0 v128) (local $b0 v128) (local $d0 v128) (local $e0 v128)
    (local $a1 v128) (local $b1 v128) (local $d1 v128) (local $e1 v128)
    (local.set $floor (f32x4.splat (local.get $least)))
    (loop $groups
      (local.set $place (i32.const 0))
      (loop $blocks
        (local.set $a (call $seen (local.get $input) (local.get $place) (local.get $places) (local.get $width) (local.get $right) (local.get $down)))
        (local.set $b (call $seen (local.get $input) (i32.add (local.get $place) (i32.const 1)) (local.get $places) (local.get $width) (local.get $right) (local.get $down)))
        (local.set $d (call $seen (local.get $input) (i32.add (local.get $place) (i32.const 2)) (local.get $places) (local.get $width) (local.get $right) (local.get $down)))
        (local.set $e (call $seen (local.get $input) (i32.add (local.get $place) (i32.const 3)) (local.get $places) (local.get $width) (local.get $right) (local.get $down)))
        (local.set $a0 (v128.load (i32.add (local.get $biases) (local.get $group))))
        (local.set $a1 (v128.load offset=16 (i32.add (local.get $biases) (local.get $group))))
        (local.set $b0 (local.get $a0)) (local.set $b1 (local.get $a1))
        (local.set $d0 (local.get $a0)) (local.set $d1 (local.get $a1))
        (local.set $e0 (local.get $a0)) (local.set $e1 (local.get $a1))
        (local.set $weight (local.get $weights))
        (local.set $r (local.get $rows))
        (loop $kernel_rows
          (local.set $c (local.get $columns))
          (loop $kernel_columns
            (local.set $end (i32.add (local.get $a) (local.get $run)))
            (loop $inputs
              (local.set $one (v128.load (local.get $weight)))
              (local.set $other (v128.load offset=16 (local.get $weight)))
              (local.set $value (v128.load32_splat (local.get $a)))
              (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $value) (local.get $one))))
              (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $value) (local.get $other))))
              (local.set $value (v128.load32_splat (local.get $b)))
              (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $value) (local.get $one))))
              (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $value) (local.get $other))))
              (local.set $value (v128.load32_splat (local.get $d)))
              (local.set $d0 (f32x4.add (local.get $d0) (f32x4.mul (local.get $value) (local.get $one))))
              (local.set $d1 (f32x4.add (local.get $d1) (f32x4.mul (local.get $value) (local.get $other))))
              (local.set $value (v128.load32_splat (local.get $e)))
              (local.set $e0 (f32x4.add (local.get $e0) (f32x4.mul (local.get $value) (local.get $one))))
              (local.set $e1 (f32x4.add (local.get $e1) (f32x4.mul (local.get $value) (local.get $other))))
              (local.set $weight (i32.add (local.get $weight) (i32.const 32)))
              (local.set $b (i32.add (local.get $b) (i32.const 4)))
              (local.set $d (i32.add (local.get $d) (i32.const 4)))
              (local.set $e (i32.add (local.get $e) (i32.const 4)))
              (local.set $a (i32.add (local.get $a) (i32.const 4)))
              (br_if $inputs (i32.lt_u (local.get $a) (local.get $end))))
            (local.set $at (i32.sub (local.get $column) (local.get $run)))
            (local.set $a (i32.add (local.get $a) (local.get $at)))
            (local.set $b (i32.add (local.get $b) (local.get $at)))
            (local.set $d (i32.add (local.get $d) (local.get $at)))
            (local.set $e (i32.add (local.get $e) (local.get $at)))
            (br_if $kernel_columns (local.tee $c (i32.sub (local.get $c) (i32.const 1)))))
          (local.set $at (i32.sub (local.get $row) (i32.mul (local.get $columns) (local.get $column))))
          (local.set $a (i32.add (local.get $a) (local.get $at)))
          (local.set $b (i32.add (local.get $b) (local.get $at)))
          (local.set $d (i32.add (local.get $d) (local.get $at)))
          (local.set $e (i32.add (local.get $e) (local.get $at)))
          (br_if $kernel_rows (local.tee $r (i32.sub (local.get $r) (i32.const 1)))))
        ;; The last four places may be fewer: what is beyond is written past the end, and not read.
        (local.set $at (i32.add (i32.add (local.get $output) (local.get $group)) (i32.mul (local.get $place) (local.get $depth))))
        (v128.store (local.get $at) (f32x4.pmax (local.get $floor) (local.get $a0)))
        (v128.store offset=16 (local.get $at) (f32x4.pmax (local.get $floor) (local.get $a1)))
        (local.set $at (i32.add (local.get $at) (local.get $depth)))
        (v128.store (local.get $at) (f32x4.pmax (local.get $floor) (local.get $b0)))
        (v128.store offset=16 (local.get $at) (f32x4.pmax (local.get $floor) (local.get $b1)))
        (local.set $at (i32.add (local.get $at) (local.get $depth)))
        (v128.store (local.get $at) (f32x4.pmax (local.get $floor) (local.get $d0)))
        (v128.store offset=16 (local.get $at) (f32x4.pmax (local.get $floor) (local.get $d1)))
        (local.set $at (i32.add (local.get $at) (local.get $depth)))
        (v128.store (local.get $at) (f32x4.pmax (local.get $floor) (local.get $e0)))
        (v128.store offset=16 (local.get $at) (f32x4.pmax (local.get $floor) (local.get $e1)))
        (local.set $place (i32.add (local.get $place) (i32.const 4)))
        (br_if $blocks (i32.lt_u (local.get $place) (local.get $places))))
      (local.set $weights (local.get $weight))
      (local.set $group (i32.add (local.get $group) (i32.const 32)))
      (br_if $groups (i32.lt_u (local.get $group) (local.get $depth)))))

  ;; Where a place's kernel begins in the input; of one past the end, the last one's.
  (func $seen (param $input i32) (param $place i32) (param $places i32) (param $width i32) (param $right i32) (param $down i32) (result i32)
    (if (i32.ge_u (local.get $place) (local.get $places))
      (then (local.set $place (i32.sub (local.get $places) (i32.const 1)))))
    (i32.add (local.get $input)
      (i32.add
        (i32.mul (i32.rem_u (local.get $place) (local.get $width)) (local.get $right))
        (i32.mul (i32.div_u (local.get $place) (local.get $width)) (local.get $down)))))

  ;; The runs of values in each row that are above the least, after they were multiplied by the sign: where each begins,
  ;; where it ends, and its row. Answers how many there are. Sixteen values are compared at once, of which each makes a
  ;; bit; where bits change, a run begins or ends.
  (func (export "runs")
    (param $values i32) (param $width i32) (param $height i32) (param $sign f32) (param $least f32)
    (param $first i32) (param $last i32) (param $row i32)
    (result i32)
    (local $y i32) (local $x i32) (local $at i32) (local $inside i32) (local $bits i32) (local $changes i32)
    (local $count i32) (local $signs v128) (local $floor v128)
    (local.set $signs (f32x4.splat (local.get $sign)))
    (local.set $floor (f32x4.splat (local.get $least)))
    (loop $rows
      (local.set $at (i32.add (local.get $values) (i32.shl (i32.mul (local.get $y) (local.get $width)) (i32.const 2))))
      (local.set $x (i32.const 0))
      (local.set $inside (i32.const 0))
      (loop $parts
        (local.set $bits
          (i8x16.bitmask
            (i8x16.narrow_i16x8_s
              (i16x8.narrow_i32x4_s
                (f32x4.gt (f32x4.mul (v128.load (local.get $at)) (local.get $signs)) (local.get $floor))
                (f32x4.gt (f32x4.mul (v128.load offset=16 (local.get $at)) (local.get $signs)) (local.get $floor)))
              (i16x8.narrow_i32x4_s
                (f32x4.gt (f32x4.mul (v128.load offset=32 (local.get $at)) (local.get $signs)) (local.get $floor))
                (f32x4.gt (f32x4.mul (v128.load offset=48 (local.get $at)) (local.get $signs)) (local.get $floor))))))
        ;; What is beyond the row is the next one's.
        (if (i32.lt_u (i32.sub (local.get $width) (local.get $x)) (i32.const 16))
          (then
            (local.set $bits
              (i32.and (local.get $bits)
                (i32.sub (i32.shl (i32.const 1) (i32.sub (local.get $width) (local.get $x))) (i32.const 1))))))
        (local.set $changes
          (i32.and (i32.xor (local.get $bits) (i32.or (i32.shl (local.get $bits) (i32.const 1)) (local.get $inside))) (i32.const 0xffff)))
        (if (local.get $changes)
          (then
            (loop $each
              (if (i32.eqz (local.get $inside))
                (then
                  (i32.store (i32.add (local.get $first) (i32.shl (local.get $count) (i32.const 2)))
                    (i32.add (local.get $x) (i32.ctz (local.get $changes))))
                  (i32.store (i32.add (local.get $row) (i32.shl (local.get $count) (i32.const 2))) (local.get $y)))
                (else
                  (i32.store (i32.add (local.get $last) (i32.shl (local.get $count) (i32.const 2)))
                    (i32.sub (i32.add (local.get $x) (i32.ctz (local.get $changes))) (i32.const 1)))
                  (local.set $count (i32.add (local.get $count) (i32.const 1)))))
              (local.set $inside (i32.eqz (local.get $inside)))
              (local.set $changes (i32.and (local.get $changes) (i32.sub (local.get $changes) (i32.const 1))))
              (br_if $each (local.get $changes)))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $x (i32.add (local.get $x) (i32.const 16)))
        (br_if $parts (i32.lt_u (local.get $x) (local.get $width))))
      (if (local.get $inside)
        (then
          (i32.store (i32.add (local.get $last) (i32.shl (local.get $count) (i32.const 2))) (i32.sub (local.get $width) (i32.const 1)))
          (local.set $count (i32.add (local.get $count) (i32.const 1)))))
      (local.set $y (i32.add (local.get $y) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $y) (local.get $height))))
    (local.get $count))

  ;; A part of a picture, cut out: of each of its pixels the mean of so many spots squared. Numbers and places lie in
  ;; registers as x and y, colors as red, green and blue; the fourth is nothing's.
  (func (export "cut")
    (param $picture i32) (param $width i32) (param $height i32)
    (param $x f32) (param $y f32)                   ;; of the first spot
    (param $right_x f32) (param $right_y f32)       ;; from a spot to the next in its row,
    (param $down_x f32) (param $down_y f32)         ;; and in its column
    (param $wide i32) (param $tall i32) (param $spots i32) (param $to i32)
    (local $row i32) (local $column i32) (local $s i32) (local $t i32) (local $at i32)
    (local $line i32) (local $share f32)
    (local $start v128) (local $right v128) (local $down v128) (local $most v128) (local $spot v128)
    (local $whole v128) (local $aside v128) (local $below v128) (local $upper v128) (local $lower v128) (local $sum v128)
    (local.set $line (i32.mul (local.get $width) (i32.const 12)))
    (local.set $share (f32.div (f32.const 1) (f32.convert_i32_u (i32.mul (local.get $spots) (local.get $spots)))))
    (local.set $start (f32x4.replace_lane 1 (f32x4.splat (local.get $x)) (local.get $y)))
    (local.set $right (f32x4.replace_lane 1 (f32x4.splat (local.get $right_x)) (local.get $right_y)))
    (local.set $down (f32x4.replace_lane 1 (f32x4.splat (local.get $down_x)) (local.get $down_y)))
    (local.set $most
      (f32x4.replace_lane 1
        (f32x4.splat (f32.convert_i32_u (i32.sub (local.get $width) (i32.const 1))))
        (f32.convert_i32_u (i32.sub (local.get $height) (i32.const 1)))))
    (loop $rows
      (local.set $column (i32.const 0))
      (loop $columns
        (local.set $sum (v128.const f32x4 0 0 0 0))
        (local.set $t (i32.const 0))
        (loop $spot_rows
          (local.set $s (i32.const 0))
          (loop $spot_columns
            (local.set $spot
              (f32x4.add (local.get $start)
                (f32x4.add
                  (f32x4.mul (local.get $right)
                    (f32x4.splat (f32.convert_i32_u (i32.add (i32.mul (local.get $column) (local.get $spots)) (local.get $s)))))
                  (f32x4.mul (local.get $down)
                    (f32x4.splat (f32.convert_i32_u (i32.add (i32.mul (local.get $row) (local.get $spots)) (local.get $t))))))))
            (local.set $spot (f32x4.pmin (f32x4.pmax (local.get $spot) (v128.const f32x4 0 0 0 0)) (local.get $most)))
            (local.set $whole (f32x4.floor (local.get $spot)))
            (local.set $spot (f32x4.sub (local.get $spot) (local.get $whole)))
            (local.set $aside (f32x4.splat (f32x4.extract_lane 0 (local.get $spot))))
            (local.set $below (f32x4.splat (f32x4.extract_lane 1 (local.get $spot))))
            (local.set $at
              (i32.add (local.get $picture)
                (i32.add
                  (i32.mul (i32.trunc_f32_u (f32x4.extract_lane 1 (local.get $whole))) (local.get $line))
                  (i32.mul (i32.trunc_f32_u (f32x4.extract_lane 0 (local.get $whole))) (i32.const 12)))))
            ;; Behind the last pixel and row lie others, which count nothing.
            (local.set $upper (v128.load (local.get $at)))
            (local.set $upper
              (f32x4.add (local.get $upper)
                (f32x4.mul (local.get $aside) (f32x4.sub (v128.load offset=12 (local.get $at)) (local.get $upper)))))
            (local.set $at (i32.add (local.get $at) (local.get $line)))
            (local.set $lower (v128.load (local.get $at)))
            (local.set $lower
              (f32x4.add (local.get $lower)
                (f32x4.mul (local.get $aside) (f32x4.sub (v128.load offset=12 (local.get $at)) (local.get $lower)))))
            (local.set $sum
              (f32x4.add (local.get $sum)
                (f32x4.add (local.get $upper)
                  (f32x4.mul (local.get $below) (f32x4.sub (local.get $lower) (local.get $upper))))))
            (local.set $s (i32.add (local.get $s) (i32.const 1)))
            (br_if $spot_columns (i32.lt_u (local.get $s) (local.get $spots))))
          (local.set $t (i32.add (local.get $t) (i32.const 1)))
          (br_if $spot_rows (i32.lt_u (local.get $t) (local.get $spots))))
        ;; The fourth number is written where the next pixel begins, before that is.
        (v128.store (local.get $to) (f32x4.mul (local.get $sum) (f32x4.splat (local.get $share))))
        (local.set $to (i32.add (local.get $to) (i32.const 12)))
        (local.set $column (i32.add (local.get $column) (i32.const 1)))
        (br_if $columns (i32.lt_u (local.get $column) (local.get $wide))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $row) (local.get $tall)))))

  ;; A picture made smaller: the mean of whole rows first, then of the pixels in them. What a new row or pixel covers is
  ;; told by the first that it does, and the shares of so many from there on.
  (func (export "shrink")
    (param $picture i32) (param $line i32) (param $depth i32) ;; of a row, and of a pixel
    (param $row_firsts i32) (param $row_shares i32) (param $row_count i32)
    (param $firsts i32) (param $shares i32) (param $count i32)
    (param $mean i32) ;; room for a row
    (param $to i32) (param $width i32) (param $height i32)
    (local $y i32) (local $x i32) (local $at i32) (local $end i32) (local $from i32) (local $part i32) (local $left i32)
    (local $share v128) (local $sum v128)
    (loop $rows
      (memory.fill (local.get $mean) (i32.const 0) (local.get $line))
      (local.set $from
        (i32.add (local.get $picture) (i32.mul (i32.load (local.get $row_firsts)) (local.get $line))))
      (local.set $left (local.get $row_count))
      (loop $covered
        (local.set $share (v128.load32_splat (local.get $row_shares)))
        (local.set $at (local.get $mean))
        (local.set $end (i32.add (local.get $mean) (local.get $line)))
        (loop $numbers
          (v128.store (local.get $at)
            (f32x4.add (v128.load (local.get $at)) (f32x4.mul (local.get $share) (v128.load (local.get $from)))))
          (local.set $from (i32.add (local.get $from) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $numbers (i32.lt_u (local.get $at) (local.get $end))))
        ;; The last four numbers may be partly of the next row.
        (local.set $from (i32.sub (local.get $from) (i32.sub (local.get $at) (local.get $end))))
        (local.set $row_shares (i32.add (local.get $row_shares) (i32.const 4)))
        (br_if $covered (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
      (local.set $row_firsts (i32.add (local.get $row_firsts) (i32.const 4)))
      (local.set $x (i32.const 0))
      (local.set $part (local.get $shares))
      (loop $pixels
        (local.set $sum (v128.const f32x4 0 0 0 0))
        (local.set $from
          (i32.add (local.get $mean)
            (i32.mul (i32.load (i32.add (local.get $firsts) (i32.shl (local.get $x) (i32.const 2)))) (local.get $depth))))
        (local.set $left (local.get $count))
        (loop $covered
          (local.set $sum
            (f32x4.add (local.get $sum) (f32x4.mul (v128.load32_splat (local.get $part)) (v128.load (local.get $from)))))
          (local.set $part (i32.add (local.get $part) (i32.const 4)))
          (local.set $from (i32.add (local.get $from) (local.get $depth)))
          (br_if $covered (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
        ;; What is written behind the pixel is overwritten by the next.
        (v128.store (local.get $to) (local.get $sum))
        (local.set $to (i32.add (local.get $to) (local.get $depth)))
        (local.set $x (i32.add (local.get $x) (i32.const 1)))
        (br_if $pixels (i32.lt_u (local.get $x) (local.get $width))))
      (local.set $y (i32.add (local.get $y) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $y) (local.get $height))))))
