//! The answers of LLVM to the questions that passes ask beside the model.

use super::unit::FunctionUnit;
use ir::ValueId;
use ir::host::{Host, Instruction, KnownRange, Measure};

impl Host for FunctionUnit<'_> {
    fn describe(&self, value: ValueId) -> String {
        FunctionUnit::describe(self, value)
    }

    fn variable(&self, value: ValueId) -> Option<String> {
        FunctionUnit::variable(self, value).map(|variable| variable.name.clone())
    }

    fn is_plain_call(&self, call: ValueId) -> bool {
        FunctionUnit::is_plain_call(self, call)
    }

    fn takes_any_float(&self, call: ValueId) -> bool {
        FunctionUnit::takes_any_float(self, call)
    }

    fn optimises_size(&self) -> bool {
        FunctionUnit::optimises_size(self)
    }

    fn cost(&self, instruction: Instruction, measure: Measure) -> Option<u64> {
        let of_size = measure == Measure::Size;
        match instruction {
            Instruction::Binary(opcode, like) => FunctionUnit::cost(self, opcode.name(), like, of_size),
            Instruction::Intrinsic(name, like) => FunctionUnit::cost(self, name, like, of_size),
            Instruction::Like(value) => self.cost_of(value, of_size),
        }
    }

    fn registers(&self, like: ValueId) -> Option<usize> {
        FunctionUnit::registers(self, like)
    }

    fn cost_of(&self, value: ValueId) -> Option<u64> {
        FunctionUnit::cost_of_value(self, value)
    }

    fn cost_of_new(&self, what: &str, types: &str) -> Option<u64> {
        FunctionUnit::cost_of_new(self, what, types)
    }

    fn may_call(&self, name: &str, types: &str) -> Result<(), &'static str> {
        FunctionUnit::may_call(self, name, types)
    }

    fn is_guarded(&self, latch: ValueId) -> bool {
        FunctionUnit::is_guarded(self, latch)
    }

    fn must_progress(&self, latch: ValueId) -> bool {
        FunctionUnit::must_progress(self, latch)
    }

    fn nest_obstacle(
        &self,
        blocks: &[ValueId],
        result: Option<ValueId>,
        stay: bool,
        kept: &[ValueId],
    ) -> Option<String> {
        FunctionUnit::nest_obstacle(self, blocks, result, stay, kept)
    }

    fn begins_in_rounds(&self, blocks: &[ValueId], array: ValueId, accesses: &[ValueId]) -> bool {
        FunctionUnit::begins_in_rounds(self, blocks, array, accesses)
    }

    fn thread_obstacle(&self, blocks: &[ValueId]) -> Option<String> {
        FunctionUnit::thread_obstacle(self, blocks)
    }

    fn is_made(&self, value: ValueId) -> bool {
        FunctionUnit::is_made(self, value)
    }

    fn is_defined(&self, value: ValueId) -> bool {
        FunctionUnit::is_defined(self, value)
    }

    fn range(&self, value: ValueId, from: ValueId, to: ValueId) -> Option<KnownRange> {
        FunctionUnit::range(self, value, from, to)
    }
}
