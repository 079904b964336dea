//! Work compiled for the features that the CPU at hand has: the one place where `unsafe` may stand.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a function for a CPU's feature is called once it was detected")
)]

/// Work that is worth compiling for wide registers.
pub(crate) trait Work {
    /// What it comes to.
    type Out;

    /// Does it. Whatever it calls must be inlined into it to be compiled for the features.
    fn run(self) -> Self::Out;
}

/// Does work with the widest registers that there are.
#[cfg(target_arch = "x86_64")]
pub(crate) fn widest<W: Work>(work: W) -> W::Out {
    if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
    {
        // SAFETY: these four features were detected just now, and they are all that the function asks for.
        return unsafe { with_avx512(work) };
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the feature was detected just now, and it is all that the function asks for.
        return unsafe { with_avx2(work) };
    }
    work.run()
}

/// Does work with the registers that every CPU of this kind has.
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
