//! Functions compiled for optional CPU features: the only module that may contain `unsafe`.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a function for a CPU's feature is called once it was detected")
)]

/// Comparisons of sixteen bytes at once. Each result has one bit per byte, the lowest bit for the first byte.
#[cfg(target_feature = "sse2")]
pub(crate) mod sixteen {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set_epi64x, _mm_set1_epi8,
    };

    /// Marks bytes that end the plain part of a text: quotes, backslashes, control characters and non-ASCII bytes.
    #[inline(always)]
    pub(crate) fn text_ends(bytes: u128) -> u32 {
        #[inline]
        #[target_feature(enable = "sse2")]
        fn with_sse2(bytes: u128) -> u32 {
            let bytes = vector(bytes);
            let quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"'.cast_signed()));
            let slashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\'.cast_signed()));
            // As signed bytes, non-ASCII bytes are below the control characters.
            let others = _mm_cmpgt_epi8(_mm_set1_epi8(0x20), bytes);
            bits(_mm_or_si128(_mm_or_si128(quotes, slashes), others))
        }
        // SAFETY: the target has `sse2`, and the function requires no other feature.
        unsafe { with_sse2(bytes) }
    }

    /// Marks bytes other than digits.
    #[inline(always)]
    pub(crate) fn no_digits(bytes: u128) -> u32 {
        #[inline]
        #[target_feature(enable = "sse2")]
        fn with_sse2(bytes: u128) -> u32 {
            // As signed bytes, the ten digits become the lowest values after this addition.
            let digits = _mm_add_epi8(vector(bytes), _mm_set1_epi8(i8::MIN.wrapping_sub(0x30)));
            bits(_mm_cmpgt_epi8(digits, _mm_set1_epi8(i8::MIN + 9)))
        }
        // SAFETY: the target has `sse2`, and the function requires no other feature.
        unsafe { with_sse2(bytes) }
    }

    /// Marks bytes that are equal in both.
    #[inline(always)]
    pub(crate) fn same(one: u128, other: u128) -> u32 {
        #[inline]
        #[target_feature(enable = "sse2")]
        fn with_sse2(one: u128, other: u128) -> u32 {
            bits(_mm_cmpeq_epi8(vector(one), vector(other)))
        }
        // SAFETY: the target has `sse2`, and the function requires no other feature.
        unsafe { with_sse2(one, other) }
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn vector(bytes: u128) -> __m128i {
        _mm_set_epi64x((bytes >> 64) as i64, bytes as i64)
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn bits(answers: __m128i) -> u32 {
        _mm_movemask_epi8(answers).cast_unsigned()
    }
}

#[cfg(not(target_feature = "sse2"))]
pub(crate) use plain as sixteen;

/// The portable versions, byte by byte.
#[cfg(any(test, not(target_feature = "sse2")))]
pub(crate) mod plain {
    pub(crate) fn text_ends(bytes: u128) -> u32 {
        bits(bytes, |byte| matches!(byte, b'"' | b'\\' | 0..0x20 | 0x80..))
    }

    pub(crate) fn no_digits(bytes: u128) -> u32 {
        bits(bytes, |byte| !byte.is_ascii_digit())
    }

    pub(crate) fn same(one: u128, other: u128) -> u32 {
        bits(one ^ other, |byte| byte == 0)
    }

    #[inline(always)]
    fn bits(bytes: u128, answer: impl Fn(u8) -> bool) -> u32 {
        let bytes = bytes.to_le_bytes();
        bytes.iter().rev().fold(0, |bits, byte| bits << 1 | u32::from(answer(*byte)))
    }
}

/// A computation that gains from wide registers.
pub(crate) trait Work {
    /// The result.
    type Out;

    /// Runs the computation. Every callee must be inlined to be compiled for the features.
    fn run(self) -> Self::Out;
}

/// Runs a computation with the widest registers of this CPU.
#[cfg(target_arch = "x86_64")]
pub(crate) fn widest<W: Work>(work: W) -> W::Out {
    if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
    {
        // SAFETY: these four features were detected above, and the function requires no others.
        return unsafe { with_avx512(work) };
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the feature was detected above, and the function requires no others.
        return unsafe { with_avx2(work) };
    }
    work.run()
}

/// Runs a computation with the registers of the compilation target.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn widest<W: Work>(work: W) -> W::Out {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn with_avx512<W: Work>(work: W) -> W::Out {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<W: Work>(work: W) -> W::Out {
    work.run()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{plain, sixteen};

    /// Bytes on both sides of every bound.
    fn byte() -> impl Strategy<Value = u8> {
        prop_oneof![any::<u8>(), Just(b'a'), Just(b'"'), Just(b'\\'), 0x1f..0x24u8, b'/'..=b':']
    }

    proptest! {
        #[test]
        fn sixteen_bytes_are_as_each(bytes in proptest::array::uniform16(byte()), others in proptest::array::uniform16(byte())) {
            let (word, other) = (u128::from_le_bytes(bytes), u128::from_le_bytes(others));
            prop_assert_eq!(sixteen::text_ends(word), plain::text_ends(word));
            prop_assert_eq!(sixteen::no_digits(word), plain::no_digits(word));
            prop_assert_eq!(sixteen::same(word, other), plain::same(word, other));
            let mixed = word & 0xffff | other & !0xffff;
            prop_assert_eq!(sixteen::same(word, mixed), plain::same(word, mixed));
        }
    }
}
